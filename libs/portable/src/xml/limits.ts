/** How deeply elements may be nested. */
export const MAX_DEPTH = 200;
/** The namespace of the prefix `xml`. */
export const XML = 'http://www.w3.org/XML/1998/namespace';

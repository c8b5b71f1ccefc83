import type { Statement } from '../database/current-transaction.js';

export const allProperties: Statement = {
  name: 'property-all',
  text: `select key, value from system_property order by key`,
};

export const findProperty: Statement = {
  name: 'property-find',
  text: `select value from system_property where key = $1`,
};

export const lockProperty: Statement = {
  name: 'property-lock',
  text: `select value from system_property where key = $1 for no key update`,
};

export const putProperty: Statement = {
  name: 'property-put',
  text: `
    insert into system_property (key, value) values ($1, $2)
    on conflict on constraint system_property_pk do update set value = excluded.value`,
};

export const putPropertyIfMissing: Statement = {
  name: 'property-put-if-missing',
  text: `
    insert into system_property (key, value) values ($1, $2)
    on conflict on constraint system_property_pk do nothing`,
};

/** Compared character by character, so that no wildcard means anything. */
export const familyOfProperty: Statement = {
  name: 'property-family',
  text: `
    select key from system_property
    where key = $1 or left(key, length($1) + 1) = $1 || '.'
    order by key for update`,
};

export const removeProperties: Statement = {
  name: 'property-remove',
  text: `delete from system_property where key = any($1)`,
};

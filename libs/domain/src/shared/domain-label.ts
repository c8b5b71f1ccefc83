const MOST_BYTES = 63;
const PREFIX = 'xn--';
const ASCII = /^[\x00-\x7f]*$/;

/** Whether DNS can have a prepared label (RFC 5890). Contract: core 1.10, CK-36 */
export function isDnsLabel(label: string): boolean {
  if (label === '' || label.startsWith('-') || label.endsWith('-')) return false;
  if (ASCII.test(label)) return label.length <= MOST_BYTES;
  const codes = Array.from(label, (character) => character.codePointAt(0)!);
  const most = MOST_BYTES - PREFIX.length;
  return codes.length <= most && punycodeLength(codes) <= most;
}

const [BASE, SHORTEST, LONGEST, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 72, 0x80];

/** How many characters Punycode makes of code points (RFC 3492, section 6.3). */
function punycodeLength(codes: readonly number[]): number {
  const basic = codes.filter((code) => code < FIRST_CODE).length;
  let length = basic === 0 ? 0 : basic + 1;
  let [code, delta, bias, handled] = [FIRST_CODE, 0, FIRST_BIAS, basic];
  while (handled < codes.length) {
    const next = Math.min(...codes.filter((one) => one >= code));
    delta += (next - code) * (handled + 1);
    for (const one of codes) {
      if (one < next) delta++;
      if (one !== next) continue;
      length += digitsOf(delta, bias);
      handled++;
      bias = adapted(delta, handled, handled === basic + 1);
      delta = 0;
    }
    delta++;
    code = next + 1;
  }
  return length;
}

function digitsOf(delta: number, bias: number): number {
  let [rest, digits] = [delta, 1];
  for (let place = BASE; ; place += BASE, digits++) {
    const threshold = Math.min(Math.max(place - bias, SHORTEST), LONGEST);
    if (rest < threshold) return digits;
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function adapted(delta: number, handled: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / handled);
  let bias = 0;
  for (; rest > ((BASE - SHORTEST) * LONGEST) / 2; bias += BASE)
    rest = Math.floor(rest / (BASE - SHORTEST));
  return bias + Math.floor((BASE * rest) / (rest + 38));
}

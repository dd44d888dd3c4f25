const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const COLON = 58;
const COMMA = 44;
const SPACE = 32;
/** Strings up to here are walked byte by byte; past it a native search for each quote is cheaper. */
const SHORT = 48;
/** Unless escaped quotes come as thick as this, on average of so many. */
const DENSE_GAP = 12;
const DENSE_QUOTES = 32;

/**
 * Walks the structure of one JSON text in UTF-8 without parsing it: containers are entered or skipped, strings are
 * compared as bytes. It checks nothing: what is malformed or cut ends the walk, `torn` says so. One walker serves any
 * number of texts.
 *
 *     walker.open(bytes, start, end);
 *     if (walker.enterObject()) while (walker.nextKey()) if (walker.keyIs(TYPE)) … else walker.skip();
 *
 * Each value has to be taken before the next `nextKey` or `nextItem`: by `skip`, `takeString`, or by entering it and
 * going on until that container's end.
 */
export class JsonWalker {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;
  #from = 0;
  #to = 0;
  #escaped = false;
  /** The text ended, or was malformed, in the middle of something. */
  torn = false;

  open(bytes: Buffer, start: number, end: number): void {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.torn = false;
  }

  /** Steps into the value if it is an object. */
  enterObject(): boolean {
    return this.#enter(OPEN_OBJECT);
  }

  /** Steps into the value if it is an array. */
  enterArray(): boolean {
    return this.#enter(OPEN_ARRAY);
  }

  /** Goes to the next member of the object; afterwards its value comes. False, and past the object, at its end. */
  nextKey(): boolean {
    let byte = this.#blank();
    if (byte === COMMA) {
      this.#at++;
      byte = this.#blank();
    }
    if (byte === CLOSE_OBJECT) {
      this.#at++;
      return false;
    }
    if (byte !== QUOTE || !this.#string() || this.#blank() !== COLON) return this.#tear();
    this.#at++;
    return true;
  }

  /** Goes to the next value of the array. False, and past the array, at its end. */
  nextItem(): boolean {
    let byte = this.#blank();
    if (byte === COMMA) {
      this.#at++;
      byte = this.#blank();
    }
    if (byte === CLOSE_ARRAY) {
      this.#at++;
      return false;
    }
    return byte === -1 ? this.#tear() : true;
  }

  /** Is the value a string? */
  isString(): boolean {
    return this.#blank() === QUOTE;
  }

  /** Goes past the value if it is a string, which `is` and `escaped` are then about. */
  takeString(): boolean {
    return this.#blank() === QUOTE && (this.#string() || this.#tear());
  }

  /** The last key or taken string has a backslash, so that its bytes are not what it says. */
  get escaped(): boolean {
    return this.#escaped;
  }

  /** Do the last key's or taken string's bytes equal these? */
  is(text: Buffer): boolean {
    const length = text.length;
    if (this.#to - this.#from !== length) return false;
    for (let index = 0; index < length; index++) if (this.#bytes[this.#from + index] !== text[index]) return false;
    return true;
  }

  /** Goes past the value, whatever it is. */
  skip(): boolean {
    const byte = this.#blank();
    if (byte === QUOTE) return this.#string() || this.#tear();
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return this.#skipContainer();
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    for (; at < end; at++) {
      const next = bytes[at] as number;
      if (next === COMMA || next === CLOSE_OBJECT || next === CLOSE_ARRAY || next <= SPACE) break;
    }
    if (at === this.#at) return this.#tear();
    this.#at = at;
    return true;
  }

  #enter(bracket: number): boolean {
    if (this.#blank() !== bracket) return false;
    this.#at++;
    return true;
  }

  #skipContainer(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    let depth = 0;
    for (let at = this.#at; at < end; ) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#at = at;
        if (!this.#string()) return this.#tear();
        at = this.#at;
        continue;
      }
      at++;
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && --depth === 0) {
        this.#at = at;
        return true;
      }
    }
    return this.#tear();
  }

  /** The next byte that is no white space, or -1 at the end. */
  #blank(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    while (at < end && (bytes[at] as number) <= SPACE) at++;
    this.#at = at;
    return at < end ? (bytes[at] as number) : -1;
  }

  /** From an opening quote to after the closing one. */
  #string(): boolean {
    const bytes = this.#bytes;
    const from = this.#at + 1;
    const end = this.#end;
    const limit = Math.min(from + SHORT, end);
    let escaped = false;
    let at = from;
    while (at < limit) {
      const byte = bytes[at];
      if (byte === QUOTE) return this.#close(from, at, escaped);
      if (byte === BACKSLASH) {
        escaped = true;
        at++;
      }
      at++;
    }
    // A string this long is compared with nothing, so where else it has backslashes doesn't matter.
    const quote = longStringEnd(bytes, at, end);
    return quote !== -1 && this.#close(from, quote, true);
  }

  #close(from: number, quote: number, escaped: boolean): boolean {
    this.#from = from;
    this.#to = quote;
    this.#escaped = escaped;
    this.#at = quote + 1;
    return true;
  }

  #tear(): boolean {
    this.torn = true;
    this.#at = this.#end;
    return false;
  }
}

/** The quote that closes the string whose inside `at` lies in, no escape before it being open; -1 when there is none. */
function longStringEnd(bytes: Buffer, at: number, end: number): number {
  let from = at;
  for (let start = at, count = 1; from < end; count++) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote === -1 || quote >= end) return -1;
    let before = quote - 1;
    while (before >= from && bytes[before] === BACKSLASH) before--;
    if ((quote - 1 - before) % 2 === 0) return quote;
    from = quote + 1;
    if (count % DENSE_QUOTES !== 0) continue;
    if (from - start < DENSE_QUOTES * DENSE_GAP) return walkToEnd(bytes, from, end);
    start = from;
  }
  return -1;
}

function walkToEnd(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return -1;
}

// A frame: its length (4 bytes, what follows), its kind (1 byte), its content. JSON in UTF-8, or data of a stream: its
// number (4 bytes) and raw bytes. Numbers are big-endian.
const HEAD = 5;
const JSON_KIND = 0;
const DATA_KIND = 1;

/** Longer than any transcript, command line or paste. */
const MAX_FRAME = 32 * 1024 * 1024;

export function jsonFrame(value: unknown): Buffer {
  const content = Buffer.from(JSON.stringify(value));
  return Buffer.concat([head(JSON_KIND, content.length), content]);
}

export function dataFrame(stream: number, bytes: Uint8Array): Buffer {
  const number = Buffer.allocUnsafe(4);
  number.writeUInt32BE(stream);
  return Buffer.concat([head(DATA_KIND, 4 + bytes.length), number, bytes]);
}

function head(kind: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD);
  bytes.writeUInt32BE(1 + length);
  bytes[4] = kind;
  return bytes;
}

export interface FrameListener {
  json(value: unknown): void;
  data(stream: number, bytes: Buffer): void;
  /** What one frame set off failed; the frames after it are told all the same. */
  onError(error: unknown): void;
}

/** The other side does not speak our frames. */
export class FrameError extends Error {
  override name = "FrameError";
}

/** Takes the bytes of a connection and tells its frames, whole. Throws {@link FrameError}: the connection is then useless. */
export function createFrameReader(listener: FrameListener): { push(chunk: Buffer): void } {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted = HEAD;

  function take(): Buffer {
    const joined = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    parts = joined.length > wanted ? [joined.subarray(wanted)] : [];
    held = joined.length - wanted;
    return joined.subarray(0, wanted);
  }

  function tell(bytes: Buffer): void {
    const content = bytes.subarray(HEAD);
    if (bytes[4] === JSON_KIND) {
      const value = parse(content);
      guarded(() => listener.json(value));
    } else if (bytes[4] === DATA_KIND && content.length >= 4)
      guarded(() => listener.data(content.readUInt32BE(), content.subarray(4)));
    else throw new FrameError("a frame of an unknown kind");
  }

  function guarded(take: () => void): void {
    try {
      take();
    } catch (error) {
      listener.onError(error);
    }
  }

  return {
    push(chunk) {
      parts.push(chunk);
      held += chunk.length;
      while (held >= wanted) {
        if (wanted === HEAD) {
          const first =
            parts.length === 1 || (parts[0] as Buffer).length >= 4 ? (parts[0] as Buffer) : Buffer.concat(parts);
          const length = first.readUInt32BE();
          if (length < 1 || length > MAX_FRAME) throw new FrameError(`a frame of ${length} bytes`);
          wanted = 4 + length;
          // A JSON frame holds at least one character, so a whole one is never just a head.
          if (held < wanted) return;
        }
        const whole = take();
        wanted = HEAD;
        tell(whole);
      }
    },
  };
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString("utf8"));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new FrameError("a frame that is not JSON", { cause });
    throw cause;
  }
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const UTF8_NAMES = 0x0800;

/** The files of a zip without compression, read by its own directory. Throws on whatever is not as it should be. */
export async function unzip(zip: Blob): Promise<Record<string, string>> {
  const buffer = await zip.arrayBuffer();
  const view = new DataView(buffer);
  const text = (at: number, length: number) =>
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(buffer, at, length));
  const end = buffer.byteLength - 22;
  if (view.getUint32(end, true) !== END) throw new Error("no end of the directory");
  const files: Record<string, string> = {};
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("no entry of the directory");
    if ((view.getUint16(at + 8, true) & UTF8_NAMES) === 0) throw new Error("a name of unknown encoding");
    if (view.getUint16(at + 10, true) !== 0) throw new Error("a compressed file");
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = text(at + 46, nameLength);
    if (name in files) throw new Error(`two files ${name}`);
    const local = view.getUint32(at + 42, true);
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files[name] = text(begin, size);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

// Imported as an ES module, `node:fs` makes all of its exports at once, promises too, which takes a tenth of the time
// that Node needs to start. Whatever `tht session list` loads gets it from here.
export const {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeSync,
} = process.getBuiltinModule("node:fs");

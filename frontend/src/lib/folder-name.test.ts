import { expect, it } from "vitest";
import { folderName } from "./folder-name.ts";

it("calls a folder by its last part, on any system", () => {
  expect(["/home/m/lavoro/", "/", "C", "C:\\Users\\m\\analisi"].map(folderName)).toEqual([
    "lavoro",
    "/",
    "C",
    "analisi",
  ]);
});

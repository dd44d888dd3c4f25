import { setStatus } from "./set-status.ts";

export const command = setStatus("closed", "is closed.");

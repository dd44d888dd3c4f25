import { setArchived } from "./set-archived.ts";

export const command = setArchived(false, "is back from the archive.");

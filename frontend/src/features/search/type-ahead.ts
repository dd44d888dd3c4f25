import { createTypeAhead } from "../../lib/type-ahead.ts";

/** What is typed between calling the search and its field's having the focus, whichever field had it before. */
export const searchTypeAhead = createTypeAhead({ fields: "kept" });

import { LoaderCircle } from "lucide-react";

/** Something is at work; the words beside it say what. */
export function Spinner() {
  return <LoaderCircle aria-hidden="true" className="animate-spin" />;
}

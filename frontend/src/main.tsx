import { startTexts } from "./lib/i18n.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./ui/base.css";

startTexts();

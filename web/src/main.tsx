import { render } from "preact";

import { beginClock } from "./state/clock.ts";
import { stayConnected } from "./state/connection.ts";
import { keepFocus } from "./state/focus.ts";
import { listenToKeys } from "./state/keys.ts";
import "./styles/theme.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/list.css";
import "./styles/process.css";
import "./styles/dialogs.css";
import { App } from "./views/app.tsx";

const page = document.querySelector("#page");
if (page) render(<App />, page);
beginClock();
listenToKeys();
keepFocus();
void stayConnected();

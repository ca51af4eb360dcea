// A page for looking at the table alone: ?tape=classic-4&at=12&theme=dark&lang=de.

import { mount } from "svelte";
import "../../style/tokens.css";
import Dev from "./Dev.svelte";

mount(Dev, { target: document.getElementById("app") as HTMLElement });

import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { prefs } from "./lib/prefs.svelte";
import { w } from "./words/words.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
await w.use(prefs.language);
mount(App, { target });

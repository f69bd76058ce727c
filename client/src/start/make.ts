/** Makes a table, keeps the plan for it, and goes there. */
import { api } from "../lib/api";
import { go, route } from "../lib/route.svelte";
import type { SettingsWish } from "../wire.gen";
import { keepPlan } from "./begin";
import { againstBots, botsOf, type Wish } from "./wish";

/** Plays against bots at once, under the given name. Raises `ApiError`. */
export async function playNow(wish: Wish, name: string): Promise<void> {
  const from = route.path;
  const presets = await api.presets();
  const preset = presets.find((one) => one.preset === wish.preset) ?? presets[0];
  if (!preset) return;
  const { table } = await api.make({ name, settings: againstBots(wish, preset) });
  keepPlan(table, { sit: true, bots: botsOf(wish), start: true, invite: false });
  if (route.path === from) go(`/t/${table}`); // who has gone elsewhere meanwhile stays there
}

/** Makes a table for friends; its host sits there and is shown how to invite. Raises `ApiError`. */
export async function makeForFriends(
  name: string,
  settings: SettingsWish,
  pin: string,
): Promise<void> {
  const from = route.path;
  const { table } = await api.make({ name, settings, pin: pin || null });
  keepPlan(table, { sit: true, bots: [], start: false, invite: true });
  if (route.path === from) go(`/t/${table}`); // who has gone elsewhere meanwhile stays there
}

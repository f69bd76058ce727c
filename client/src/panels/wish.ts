/**
 * The settings as the host fills them in, and the wish that is made of them.
 *
 * The one idea: a wish replaces all settings, so it is built on the newest ones. Another preset
 * brings its own cards and betting; what belongs to the table (seats, stacks, deals) stays.
 */
import type { Clock, Limit, Ruleset, Settings, SettingsWish, ShortAnte } from "../wire.gen";

export interface Draft {
  preset: string;
  limit: Limit;
  ante: number;
  short_ante: ShortAnte;
  min_bet: number;
  stack: number;
  players: number;
  deals: number;
  dealers_choice: boolean;
  latecomers: boolean;
  action_s: number;
  bank_s: number;
  title: string;
  approve: boolean;
  spectators: boolean;
  chat: boolean;
  name_hands: boolean;
  odds: boolean;
}

export function draftOf({ rules, clock, ...rest }: Settings): Draft {
  return {
    preset: rules.preset,
    limit: rules.limit,
    ante: rules.ante,
    short_ante: rules.short_ante,
    min_bet: rules.min_bet,
    stack: rules.stack,
    players: rules.players,
    deals: rules.deals,
    dealers_choice: rules.dealers_choice,
    latecomers: rules.latecomers,
    action_s: Math.round(clock.action_ms / 1000),
    bank_s: Math.round(clock.bank_ms / 1000),
    ...rest,
  };
}

/** What the fields become when another preset is chosen. */
export function withPreset(
  draft: Draft,
  { preset, limit, ante, short_ante, min_bet }: Ruleset,
): Draft {
  return { ...draft, preset, limit, ante, short_ante, min_bet };
}

export function wishOf(
  draft: Draft,
  settings: Settings,
  presets: readonly Ruleset[],
): SettingsWish {
  const { preset, limit, ante, short_ante, min_bet, stack, players, deals } = draft;
  const { dealers_choice, latecomers, action_s, bank_s, title, ...shown } = draft;
  const ours = settings.rules;
  const base =
    preset === ours.preset ? ours : (presets.find((one) => one.preset === preset) ?? ours);
  // Sizes and the cap belong to the limit that they were made for.
  const bound = limit === base.limit ? {} : { bets: [], max_raises: null };
  return {
    rules: {
      ...base,
      ...bound,
      ...{ preset, limit, ante, short_ante, min_bet, stack, players, deals },
      ...{ dealers_choice, latecomers },
    },
    clock: clockOf(settings.clock, action_s, bank_s),
    title: title.trim(),
    approve: shown.approve,
    spectators: shown.spectators,
    chat: shown.chat,
    name_hands: shown.name_hands,
    odds: shown.odds,
  };
}

function clockOf(clock: Clock, action: number, bank: number): Clock {
  return { ...clock, action_ms: action * 1000, bank_ms: bank * 1000 };
}

/** The seven emotes: small drawings of ours, 24 wide, in lines. */
import { EMOTES } from "../wire.gen";

export type EmoteCode = (typeof EMOTES)[number];

const FACE = "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z";

export const DRAWN: Readonly<Record<EmoteCode, string>> = {
  nice: "m12 3 2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1L3.2 9.4l6.1-.8Z",
  wow: `${FACE}M8.5 8.5v2m7-2v2M12 13.5a2 2.4 0 1 1 0 4.8 2 2.4 0 0 1 0-4.8Z`,
  laugh: `${FACE}M7 10l1.5-1.5L10 10m4 0 1.5-1.5L17 10M7.5 13.5h9a4.5 4.5 0 0 1-9 0Z`,
  think: "M4 5h16v10H11l-4 4v-4H4ZM8.5 10h.01M12 10h.01M15.5 10h.01",
  thanks:
    "M12 20C5.5 15.5 3.5 12 3.5 9a4.3 4.3 0 0 1 8.5-1.3A4.3 4.3 0 0 1 20.5 9c0 3-2 6.5-8.5 11Z",
  hurry: "M6.5 3h11M6.5 21h11M8 3v3.5c0 2.5 8 8.5 8 11V21m0-18v3.5c0 2.5-8 8.5-8 11V21",
  bye: "M8 13V6.5a1.4 1.4 0 0 1 2.8 0V11 4.5a1.4 1.4 0 0 1 2.8 0V11 6a1.4 1.4 0 0 1 2.8 0v7.5c0 4-2 6.5-5.2 6.5-2.5 0-3.8-1.3-5-3.6L4.3 13.2c-.7-1.4 1.1-2.4 2-1.3L8 14M18.5 3.5c1 .7 1.7 1.7 2 3",
};

/** The emote that a line of chat is, if it is one. */
export function emoteIn(text: string): EmoteCode | null {
  return EMOTES.find((code) => text === `:${code}:`) ?? null;
}

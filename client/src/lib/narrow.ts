/** Screens on which lists are cards and panels are sheets; the style sheets say the same. */
export const NARROW = "(width < 600px)"

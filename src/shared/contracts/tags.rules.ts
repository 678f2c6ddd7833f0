/** Colours of tags; drawn as shades of the theme. */
export const TAG_COLORS = ['grey', 'blue', 'green', 'amber', 'red', 'purple'] as const;

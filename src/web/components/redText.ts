/** The color of acts that cut somebody off; its contrast is above 4.5 on light and dark menus, also where an item has the focus. */
export const RED_TEXT = 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-3))'

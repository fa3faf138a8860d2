/** Shows a number on the icon of the installed site, where the system can; 0 for none. */
export function showAppBadge(count: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {})
}

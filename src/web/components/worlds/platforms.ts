/** Platforms of clients that worlds are built for. */
export const PLATFORMS = ['standalonewindows', 'android', 'ios'] as const
export type Platform = (typeof PLATFORMS)[number]

export const isPlatform = (text: string): text is Platform => PLATFORMS.some((one) => one === text)

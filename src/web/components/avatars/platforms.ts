import { type Icon, IconBrandAndroid, IconBrandApple, IconBrandWindows } from '@tabler/icons-react'

/** The platforms for which the graph tells how well clients can show an avatar, as clients call them. */
export const AVATAR_PLATFORMS = ['standalonewindows', 'android', 'ios'] as const
export type AvatarPlatform = (typeof AVATAR_PLATFORMS)[number]

export const PLATFORM_ICONS: Readonly<Record<AvatarPlatform, Icon>> = {
  standalonewindows: IconBrandWindows,
  android: IconBrandAndroid,
  ios: IconBrandApple,
}

const RANKS = new Map<string, number>(AVATAR_PLATFORMS.map((platform, rank) => [platform, rank]))

/** Bundles that authors have uploaded, those of well-known platforms first. */
export function uploadedPackages<P extends { readonly platform: string; readonly variant: string | null }>(
  packages: readonly P[],
): P[] {
  const rank = ({ platform }: P) => RANKS.get(platform) ?? AVATAR_PLATFORMS.length
  return packages.filter(({ variant }) => variant !== 'IMPOSTOR').sort((one, other) => rank(one) - rank(other))
}

/** A platform by the name that clients have for it; undefined for one of other clients. */
export const platformOf = (name: unknown): AvatarPlatform | undefined => AVATAR_PLATFORMS.find((one) => one === name)

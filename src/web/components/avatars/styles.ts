import type { TFunction } from 'i18next'
import { graphql } from '../../generated/index.ts'

export const AVATAR_STYLES = graphql(`
  query AvatarStyles {
    avatarStyles(first: 100) {
      edges {
        cursor
        node {
          id
          name
        }
      }
    }
  }
`)

/** The styles that every server has, by their names in the graph; admins may have added others. */
const KEYS = {
  Furry: 'furry',
  Animal: 'animal',
  Object: 'object',
  Human: 'human',
  Robot: 'robot',
  Anime: 'anime',
  Realistic: 'realistic',
  Cartoon: 'cartoon',
  'Sci-Fi': 'sciFi',
  Fantasy: 'fantasy',
  'Pop Culture': 'popCulture',
  Fashion: 'fashion',
} as const

const isKnown = (name: string): name is keyof typeof KEYS => Object.hasOwn(KEYS, name)

/** The key of the text for a style; null for one of this server. */
const styleKey = (name: string) => (isKnown(name) ? KEYS[name] : null)

/** A style as it is called in the language of the page. */
export function styleText(t: TFunction<'avatars'>, name: string): string {
  const key = styleKey(name)
  return key ? t(`styles.${key}`) : name
}

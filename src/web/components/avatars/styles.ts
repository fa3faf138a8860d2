import { useTranslation } from 'react-i18next'
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

/** Tells what a style is called in the language of the page, by its name in the graph. */
export function useStyleText(): (name: string) => string {
  const { t } = useTranslation('avatars')
  return (name) => (isKnown(name) ? t(`styles.${KEYS[name]}`) : name)
}

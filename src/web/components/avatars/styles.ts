import { useTranslation } from 'react-i18next'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const AVATAR_STYLES = graphql(`
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

export interface StyleChoice {
  /** Id of the style. */
  readonly value: string
  readonly label: string
}

/** The styles to choose from, none until they were read. */
export function useStyleChoices(): readonly StyleChoice[] {
  const { data } = usePanel(AVATAR_STYLES, {})
  const styleText = useStyleText()
  return data?.avatarStyles.edges.map(({ node: { id, name } }) => ({ value: id, label: styleText(name) })) ?? []
}

import { useTranslation } from 'react-i18next'
import { useStyleText } from '../../components/avatars/styles.ts'
import { FactList } from '../../components/FactList.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TagList } from '../../components/TagList.tsx'
import { formatDate, formatNumber } from '../../formats.ts'
import type { AvatarPageFragment } from '../../generated/graphql.ts'

const OWN_TAG = /^author_tag_/

/** Styles, dates, numbers and tags of an avatar. */
export function AvatarFacts({ avatar }: { readonly avatar: AvatarPageFragment }) {
  const { t, i18n } = useTranslation('avatars')
  const styleText = useStyleText()
  const date = (time: string) => formatDate(i18n.language, time)
  const styles = [avatar.primaryStyle, avatar.secondaryStyle].flatMap((style) => (style ? [styleText(style.name)] : []))
  const tags = avatar.tags.filter((tag) => OWN_TAG.test(tag)).map((tag) => tag.replace(OWN_TAG, ''))
  const facts = [
    [t('facts.styles'), styles.length > 0 ? styles.join(', ') : t('facts.none')],
    [t('facts.favorites'), formatNumber(i18n.language, avatar.favoriteCount)],
    [t('facts.version'), formatNumber(i18n.language, avatar.version)],
    [t('facts.created'), date(avatar.createdAt)],
    [t('facts.published'), avatar.publishedAt ? date(avatar.publishedAt) : t('facts.never')],
    [t('facts.updated'), date(avatar.updatedAt)],
  ] as const
  return (
    <Panel title={t('facts.title')}>
      <FactList facts={facts} />
      <TagList tags={tags} />
    </Panel>
  )
}

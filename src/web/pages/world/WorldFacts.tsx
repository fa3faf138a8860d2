import { useTranslation } from 'react-i18next'
import { FactList } from '../../components/FactList.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TagList } from '../../components/TagList.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import { PLATFORMS } from '../../components/worlds/platforms.ts'
import { ownWords } from '../../components/worlds/tags.ts'
import { formatDate, formatNumber } from '../../formats.ts'
import type { WorldPageFragment } from '../../generated/graphql.ts'

/** What its author says of a world, and its numbers. */
export function WorldFacts({ world }: { readonly world: WorldPageFragment }) {
  const { t, i18n } = useTranslation('worlds')
  const number = (value: number) => formatNumber(i18n.language, value)
  const tags = ownWords(world.tags)
  const platforms = PLATFORMS.filter((one) => world.packages.some(({ platform }) => platform === one))
  const facts = [
    [t('facts.capacity'), number(world.capacity)],
    [t('facts.visits'), number(world.visitCount)],
    [t('facts.favorites'), number(world.favoriteCount)],
    [t('facts.platforms'), platforms.map((platform) => t(`platforms.${platform}`)).join(', ')],
    [t('facts.published'), world.publishedAt ? formatDate(i18n.language, world.publishedAt) : t('facts.never')],
    [t('facts.updated'), formatDate(i18n.language, world.updatedAt)],
  ] as const
  return (
    <Panel title={t('facts.title')}>
      {world.description && <WrittenText text={world.description} />}
      <FactList facts={facts} />
      <TagList tags={tags} />
    </Panel>
  )
}

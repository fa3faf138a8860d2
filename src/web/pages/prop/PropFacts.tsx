import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '../../components/FactList.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TagList } from '../../components/TagList.tsx'
import { ownTagsOf } from '../../components/worlds/tags.ts'
import { formatDate, formatNumber } from '../../formats.ts'
import type { PropPageFragment } from '../../generated/graphql.ts'

/** How a prop can be placed, dates, and tags. */
export function PropFacts({ prop }: { readonly prop: PropPageFragment }) {
  const { t, i18n } = useTranslation(['props', 'ownWorlds'])
  const { tags, warnings } = ownTagsOf(prop.tags)
  const number = (value: number) => formatNumber(i18n.language, value)
  const warned = warnings.map((tag) => t(`ownWorlds:warnings.${tag}`))
  const facts: readonly Fact[] = [
    [t('facts.most'), number(prop.maxCountPerUser)],
    [t('fields.spawnType'), number(prop.spawnType)],
    [t('fields.worldPlacementMask'), number(prop.worldPlacementMask)],
    [t('facts.warnings'), warned.length > 0 ? new Intl.ListFormat(i18n.language).format(warned) : t('facts.none')],
    [t('facts.created'), formatDate(i18n.language, prop.createdAt)],
    [t('facts.updated'), formatDate(i18n.language, prop.updatedAt)],
  ]
  return (
    <Panel title={t('facts.title')}>
      <FactList facts={facts} />
      <TagList tags={tags} />
    </Panel>
  )
}

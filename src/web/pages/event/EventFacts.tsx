import { useTranslation } from 'react-i18next'
import { FactList } from '../../components/FactList.tsx'
import { GroupChip } from '../../components/groups/GroupChip.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { TagList } from '../../components/TagList.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import { formatLanguage } from '../../formats.ts'
import type { EventPageFragment } from '../../generated/graphql.ts'

/** What an event is about, whose it is, and for whom. */
export function EventFacts({ event }: { readonly event: EventPageFragment }) {
  const { t, i18n } = useTranslation('calendar')
  const { description, group, author, tags, roles } = event
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.language).format(names)
  const languages = event.languages.map((code) => formatLanguage(i18n.language, code))
  const platforms = event.platforms.map((platform) => t(`platforms.${platform}`))
  const facts = [
    [t('facts.category'), t(`categories.${event.category}`)],
    [t('facts.access'), roles.length > 0 ? list(roles.map(({ name }) => name)) : t(`access.${event.access}`)],
    ...(languages.length > 0 ? [[t('facts.languages'), list(languages)] as const] : []),
    [t('facts.platforms'), platforms.length > 0 ? list(platforms) : t('platforms.all')],
    [t('facts.entry'), t('facts.minutesBefore', { count: event.guestEarlyJoinMinutes })],
  ] as const
  return (
    <Panel title={t('facts.title')}>
      <WrittenText text={description} />
      <GroupChip group={group} />
      {author && <PersonChip person={author} below={t('facts.host')} />}
      <FactList facts={facts} />
      <TagList tags={tags} />
    </Panel>
  )
}

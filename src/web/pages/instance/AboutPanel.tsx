import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../components/FactList.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatNumber } from '../../formats.ts'
import type { InstancePageFragment } from '../../generated/graphql.ts'

/** What the instance is like. */
export function AboutPanel({ instance }: { readonly instance: InstancePageFragment }) {
  const { t, i18n } = useTranslation('instances')
  const { name, region, capacity, occupantCount, hasQueue, creator, group, calendarEvent } = instance
  const number = (value: number) => formatNumber(i18n.language, value)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('about.people'), t('about.ofCapacity', { count: number(occupantCount), capacity: number(capacity) })],
    [t('about.region'), t(`regions.${region}`)],
    [t('about.name'), `#${name}`],
    [t('about.queue'), hasQueue ? t('about.withQueue') : t('about.withoutQueue')],
    ...(group ? [[t('about.group'), <GroupLink key="group" group={group} />] as const] : []),
    ...(creator ? [[t('about.creator'), <PersonLink key="creator" person={creator} />] as const] : []),
    ...(calendarEvent ? [[t('about.event'), <EventLink key="event" event={calendarEvent} />] as const] : []),
  ]
  return (
    <Panel title={t('about.title')}>
      <FactList facts={facts} />
    </Panel>
  )
}

const GroupLink = ({ group: { id, name } }: { readonly group: { id: string; name: string } }) => (
  <RouteLink to="/groups/$groupId" params={{ groupId: id }} size="sm" fw={600}>
    {name}
  </RouteLink>
)

const EventLink = ({ event: { id, title } }: { readonly event: { id: string; title: string } }) => (
  <RouteLink to="/calendar/$eventId" params={{ eventId: id }} size="sm" fw={600}>
    {title}
  </RouteLink>
)

const PersonLink = ({ person: { id, displayName } }: { readonly person: { id: string; displayName: string } }) => (
  <RouteLink to="/people/$personId" params={{ personId: id }} size="sm" fw={600}>
    {displayName}
  </RouteLink>
)

import { Badge, Stack, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { FavoritesTab } from './FavoritesTab.tsx'
import { FindTab } from './FindTab.tsx'
import { FriendsTab } from './FriendsTab.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { PEOPLE_TABS, type PeopleTab } from './search.ts'
import { useIncomingRequests } from './useIncomingRequests.ts'

const CONTENTS = { friends: FriendsTab, requests: RequestsTab, find: FindTab, favorites: FavoritesTab }

/** Friends, requests between people, and finding new ones. */
export function PeoplePage() {
  const { t } = useTranslation('people')
  const { tab = 'friends' } = useSearch({ from: '/shell/people' })
  const navigate = useNavigate({ from: '/people' })
  const waiting = useIncomingRequests().requests?.totalCount ?? 0
  const Content = CONTENTS[tab]
  const open = (name: string | null) => {
    const next = PEOPLE_TABS.find((one) => one === name)
    void navigate({ search: next && next !== 'friends' ? { tab: next } : {} })
  }
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle', { tab: t(`tabs.${tab}`) })}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Tabs value={tab} onChange={open}>
        <Tabs.List aria-label={t('tabs.label')}>
          {PEOPLE_TABS.map((name) => (
            <PeopleTabButton key={name} name={name} waiting={waiting} />
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          <Content />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

interface PeopleTabButtonProps {
  readonly name: PeopleTab
  /** Number of requests that wait for an answer. */
  readonly waiting: number
}

function PeopleTabButton({ name, waiting }: PeopleTabButtonProps) {
  const { t } = useTranslation('people')
  if (name !== 'requests' || waiting === 0) return <Tabs.Tab value={name}>{t(`tabs.${name}`)}</Tabs.Tab>
  return (
    <Tabs.Tab value={name} rightSection={<Badge size="sm">{waiting}</Badge>}>
      {t('tabs.requests')}
    </Tabs.Tab>
  )
}

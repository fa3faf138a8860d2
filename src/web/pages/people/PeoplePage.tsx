import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WaitingCount } from '../../components/Count.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
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
  const tabs = PEOPLE_TABS.map((name) => ({
    name,
    label: t(`tabs.${name}`),
    badge: name === 'requests' && waiting > 0 && <WaitingCount value={waiting} />,
  }))
  const open = (next: PeopleTab) => void navigate({ search: next === 'friends' ? {} : { tab: next } })
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle', { tab: t(`tabs.${tab}`) })} />
      <PageTabs label={t('tabs.label')} tabs={tabs} active={tab} onOpen={open}>
        <Content />
      </PageTabs>
    </Stack>
  )
}

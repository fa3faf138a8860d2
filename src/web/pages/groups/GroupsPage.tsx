import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WaitingCount } from '../../components/Count.tsx'
import { INVITED_GROUPS } from '../../components/groups/membership.ts'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { DiscoverTab } from './DiscoverTab.tsx'
import { GROUP_LIST_CHANGES, INVITED_GROUP_LIST } from './documents.ts'
import { InvitesTab } from './InvitesTab.tsx'
import { OwnTab } from './OwnTab.tsx'
import { GROUPS_TABS, type GroupsTab } from './search.ts'

const CONTENTS = { own: OwnTab, discover: DiscoverTab, invites: InvitesTab }

/** The viewer's groups, other groups to find, and invites and requests that wait. */
export function GroupsPage() {
  const { t } = useTranslation('groups')
  const { tab = 'own' } = useSearch({ from: '/shell/groups' })
  const navigate = useNavigate({ from: '/groups' })
  useLive(GROUP_LIST_CHANGES, {})
  const { data } = usePanel(INVITED_GROUP_LIST, {})
  const waiting = getFragmentData(INVITED_GROUPS, data?.viewer)?.invitedGroups.totalCount ?? 0
  const Content = CONTENTS[tab]
  const tabs = GROUPS_TABS.map((name) => ({
    name,
    label: t(`tabs.${name}`),
    badge: name === 'invites' && waiting > 0 && <WaitingCount value={waiting} />,
  }))
  const open = (next: GroupsTab) => void navigate({ search: next === 'own' ? {} : { tab: next } })
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle', { tab: t(`tabs.${tab}`) })}>
        <RouteButton to="/groups/new" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('new.open')}
        </RouteButton>
      </PageHead>
      <PageTabs label={t('tabs.label')} tabs={tabs} active={tab} onOpen={open}>
        <Content />
      </PageTabs>
    </Stack>
  )
}

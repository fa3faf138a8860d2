import { Badge, Group, Stack, Tabs, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { INVITED_GROUPS } from '../../components/groups/membership.ts'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { formatNumber } from '../../formats.ts'
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
  const open = (name: string | null) => {
    const next = GROUPS_TABS.find((one) => one === name)
    void navigate({ search: next && next !== 'own' ? { tab: next } : {} })
  }
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle', { tab: t(`tabs.${tab}`) })}</PageTitle>
      <Group justify="space-between" gap="sm">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <RouteButton to="/groups/new" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('new.open')}
        </RouteButton>
      </Group>
      <Tabs value={tab} onChange={open}>
        <Tabs.List aria-label={t('tabs.label')}>
          {GROUPS_TABS.map((name) => (
            <GroupsTabButton key={name} name={name} waiting={waiting} />
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          <Content />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

interface GroupsTabButtonProps {
  readonly name: GroupsTab
  /** Number of invites that wait for an answer. */
  readonly waiting: number
}

function GroupsTabButton({ name, waiting }: GroupsTabButtonProps) {
  const { t, i18n } = useTranslation('groups')
  const count = name === 'invites' && waiting > 0 && <Badge size="sm">{formatNumber(i18n.language, waiting)}</Badge>
  return (
    <Tabs.Tab value={name} rightSection={count}>
      {t(`tabs.${name}`)}
    </Tabs.Tab>
  )
}

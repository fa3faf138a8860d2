import { useApolloClient } from '@apollo/client/react'
import { Group, Paper, Stack, Title } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../../components/DetailSkeleton.tsx'
import { PageTabs } from '../../../components/PageTabs.tsx'
import { PageTitle } from '../../../components/PageTitle.tsx'
import { PersonAvatar } from '../../../components/people/PersonAvatar.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { RouteButton } from '../../../components/RouteLink.tsx'
import type { ConsolePersonQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { AvatarsPanel } from '../../person/AvatarsPanel.tsx'
import { GroupsPanel } from '../../person/GroupsPanel.tsx'
import { PropsPanel } from '../../person/PropsPanel.tsx'
import { UnknownPerson } from '../../person/UnknownPerson.tsx'
import { WorldsPanel } from '../../person/WorldsPanel.tsx'
import { PersonEconomy } from '../economy/person/PersonEconomy.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { PersonMarks } from '../people/PersonMarks.tsx'
import { ActMenu } from './ActMenu.tsx'
import { CONSOLE_PERSON } from './documents.ts'
import { FilesTab } from './FilesTab.tsx'
import { FriendsPanel } from './FriendsPanel.tsx'
import { GrantsTab } from './GrantsTab.tsx'
import { NotesTab } from './NotesTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { ReportsTab } from './ReportsTab.tsx'
import { SecurityTab } from './SecurityTab.tsx'
import { ACCOUNT_TABS, type AccountTab } from './search.ts'

type User = NonNullable<ConsolePersonQuery['user']>

/** A person as the staff sees them. */
export interface AccountPerson extends User {
  readonly account: NonNullable<User['account']>
}

const isAccountPerson = (user: User | null | undefined): user is AccountPerson => Boolean(user?.account)

/** All that the staff knows of a person, and every act about them. */
export function AccountPage() {
  const { userId } = useParams({ from: '/shell/console/people/$userId' })
  const client = useApolloClient()
  const { data, refusal, reload } = usePanel(CONSOLE_PERSON, { userId })
  useRepeatedly(reload)
  const readAgain = () => void client.refetchQueries({ include: 'active' })
  const person = data?.user
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !isAccountPerson(person)) return <UnknownPerson />
  return (
    <Stack gap="md">
      {isAccountPerson(person) ? <Head person={person} onChange={readAgain} /> : <DetailSkeleton />}
      <Tabs userId={userId} onChange={readAgain} />
    </Stack>
  )
}

export interface AccountTabProps {
  readonly userId: string
  /** Reads everything on the page again. */
  readonly onChange: () => void
}

interface HeadProps {
  readonly person: AccountPerson
  readonly onChange: () => void
}

function Head({ person, onChange }: HeadProps) {
  const { t } = useTranslation('staffPeople')
  return (
    <Paper component="section" withBorder p="md" radius="lg" aria-label={t('person.head')}>
      <PageTitle>{t('person.pageTitle', { name: person.displayName })}</PageTitle>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <PersonAvatar person={person} size={56} />
          <Stack gap={4}>
            <Title order={1} size="h3">
              {person.displayName}
            </Title>
            <PersonMarks account={person.account} />
          </Stack>
        </Group>
        <Group gap="xs">
          <RouteButton to="/people/$personId" params={{ personId: person.id }} variant="default">
            {t('person.publicPage')}
          </RouteButton>
          <ActMenu person={person} onChange={onChange} />
        </Group>
      </Group>
    </Paper>
  )
}

const TABS: Readonly<Record<AccountTab, (props: AccountTabProps) => ReactNode>> = {
  overview: (props) => <OverviewTab {...props} />,
  security: (props) => <SecurityTab {...props} />,
  reports: ({ userId }) => <ReportsTab userId={userId} />,
  notes: ({ userId }) => <NotesTab userId={userId} />,
  grants: (props) => <GrantsTab {...props} />,
  content: ({ userId }) => (
    <>
      <WorldsPanel personId={userId} />
      <AvatarsPanel personId={userId} />
      <PropsPanel personId={userId} />
    </>
  ),
  files: ({ userId }) => <FilesTab userId={userId} />,
  groups: ({ userId }) => (
    <>
      <FriendsPanel userId={userId} />
      <GroupsPanel personId={userId} list="groups" />
    </>
  ),
  economy: ({ userId }) => <PersonEconomy userId={userId} />,
}

function Tabs({ userId, onChange }: AccountTabProps) {
  const { t } = useTranslation('staffPeople')
  const navigate = useNavigate({ from: '/console/people/$userId' })
  const { tab = 'overview' } = useSearch({ from: '/shell/console/people/$userId' })
  return (
    <PageTabs
      label={t('tabs.label')}
      tabs={ACCOUNT_TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))}
      active={tab}
      onOpen={(next) => void navigate({ search: { tab: next }, resetScroll: false })}
    >
      <Stack gap="md">{TABS[tab]({ userId, onChange })}</Stack>
    </PageTabs>
  )
}

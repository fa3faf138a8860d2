import { Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { PersonAvatar } from '../../../components/people/PersonAvatar.tsx'
import { RowLink } from '../../../components/RouteLink.tsx'
import type { ConsoleListedPersonFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PAGES } from '../sections.ts'
import { CONSOLE_LISTED_PERSON, CONSOLE_PEOPLE } from './documents.ts'
import { NetworkLocks } from './NetworkLocks.tsx'
import { PeopleFilters } from './PeopleFilters.tsx'
import { PersonMarks } from './PersonMarks.tsx'
import { listVariables } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'people')
const EXPORTED = ['id', 'displayName', 'username', 'email', 'createdAt', 'lastLoginAt', 'isAdmin', 'suspendedUntil']
const EXPORTED_PAGE = 100

type Variables = ReturnType<typeof listVariables>

/** Everybody, as filters of the address find them. */
export function PeopleListPage() {
  const { t } = useTranslation('staffPeople')
  const search = useSearch({ from: '/shell/console/people' })
  const navigate = useNavigate()
  const variables = listVariables(search)
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_PEOPLE, variables)
  useRepeatedly(reload)
  const nodes = data?.users.edges.map(({ node }) => node)
  return (
    <Stack gap="md">
      <ConsoleHead page="people">
        <Group gap="xs">
          <KeysHelp keys={[]} />
          {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
          <ExportButton name="people" headers={EXPORTED} readPage={(after) => exportedPage(variables, after)} />
        </Group>
      </ConsoleHead>
      <PeopleFilters search={search} />
      {search.address !== undefined && <NetworkLocks address={search.address} />}
      <ConsoleTable
        label={t('list.label')}
        columns={[
          { name: 'person', header: t('list.person'), cell: (person) => <Person person={person} /> },
          { name: 'account', header: t('list.account'), cell: ({ account }) => <Login account={account} /> },
          { name: 'since', header: t('list.since'), cell: ({ createdAt }) => <Ago time={createdAt} />, width: '8rem' },
          {
            name: 'login',
            header: t('list.login'),
            cell: ({ account }) => <LastLogin account={account} />,
            width: '8rem',
          },
          {
            name: 'marks',
            header: t('list.marks'),
            cell: ({ account }) => account && <PersonMarks account={account} />,
          },
        ]}
        rows={nodes && getFragmentData(CONSOLE_LISTED_PERSON, nodes)}
        pageInfo={data?.users.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        onOpen={({ id }) => void navigate({ to: '/console/people/$userId', params: { userId: id } })}
        empty={t('list.empty')}
      />
    </Stack>
  )
}

type AccountProps = Pick<ConsoleListedPersonFragment, 'account'>

const Person = ({ person }: { readonly person: ConsoleListedPersonFragment }) => (
  <Group gap="xs" wrap="nowrap">
    <PersonAvatar person={person} size={28} />
    <RowLink to="/console/people/$userId" params={{ userId: person.id }}>
      {person.displayName}
    </RowLink>
  </Group>
)

const Login = ({ account }: AccountProps) => (
  <>
    <Text size="sm">{account?.username}</Text>
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {account?.email}
    </Text>
  </>
)

const LastLogin = ({ account }: AccountProps) => account?.lastLoginAt && <Ago time={account.lastLoginAt} />

async function exportedPage(variables: Variables, after: string | undefined) {
  const { users } = await request(CONSOLE_PEOPLE, { ...variables, first: EXPORTED_PAGE, more: after ?? null })
  const people = getFragmentData(
    CONSOLE_LISTED_PERSON,
    users.edges.map(({ node }) => node),
  )
  return {
    pageInfo: users.pageInfo,
    rows: people.map(({ id, displayName, createdAt, account }) => ({
      ...{ id, displayName, createdAt },
      username: account?.username ?? null,
      email: account?.email ?? null,
      lastLoginAt: account?.lastLoginAt ?? null,
      isAdmin: String(account?.isAdmin === true),
      suspendedUntil: account?.suspension ? (account.suspension.endsAt ?? 'forever') : null,
    })),
  }
}

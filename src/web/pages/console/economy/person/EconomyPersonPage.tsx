import { Group, Paper, Stack, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../../../components/DetailSkeleton.tsx'
import { PageTitle } from '../../../../components/PageTitle.tsx'
import { PersonAvatar } from '../../../../components/people/PersonAvatar.tsx'
import { RefusalAlert } from '../../../../components/RefusalAlert.tsx'
import { RouteButton } from '../../../../components/RouteLink.tsx'
import type { ConsolePersonEconomyQuery } from '../../../../generated/graphql.ts'
import { usePanel } from '../../../../graph/hooks.ts'
import { UnknownPerson } from '../../../person/UnknownPerson.tsx'
import { PERSON_ECONOMY } from './documents.ts'
import { PersonEconomy } from './PersonEconomy.tsx'

/** What a person has, for staff that does not read accounts. */
export function EconomyPersonPage() {
  const { userId } = useParams({ from: '/shell/console/economy/people/$userId' })
  const { data, refusal, reload } = usePanel(PERSON_ECONOMY, { userId })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !data.user) return <UnknownPerson />
  return (
    <Stack gap="md">
      {data?.user ? <Head person={data.user} /> : <DetailSkeleton />}
      <PersonEconomy userId={userId} />
    </Stack>
  )
}

type Person = NonNullable<ConsolePersonEconomyQuery['user']>

function Head({ person }: { readonly person: Person }) {
  const { t } = useTranslation('staffPeople')
  return (
    <Paper component="section" withBorder p="md" radius="lg" aria-label={t('person.head')}>
      <PageTitle>{t('person.pageTitle', { name: person.displayName })}</PageTitle>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <PersonAvatar person={person} size={56} />
          <Title order={1} size="h3">
            {person.displayName}
          </Title>
        </Group>
        <RouteButton to="/people/$personId" params={{ personId: person.id }} variant="default">
          {t('person.publicPage')}
        </RouteButton>
      </Group>
    </Paper>
  )
}

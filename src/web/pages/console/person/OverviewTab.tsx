import { Alert, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { FactList } from '../../../components/FactList.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { SuspensionText } from '../../../components/SuspensionText.tsx'
import { formatBytes, formatDateTime } from '../../../formats.ts'
import type { ConsolePersonFactsQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import type { AccountTabProps } from './AccountPage.tsx'
import { CONSOLE_PERSON_FACTS } from './documents.ts'

type Account = NonNullable<NonNullable<ConsolePersonFactsQuery['user']>['account']>

/** Who somebody is, and what is in force about them. */
export function OverviewTab({ userId }: AccountTabProps) {
  const { t } = useTranslation('staffPeople')
  const { data, refusal, reload } = usePanel(CONSOLE_PERSON_FACTS, { userId })
  useRepeatedly(reload)
  const account = data?.user?.account
  if (!account)
    return (
      <Panel title={t('facts.title')} isLoading={!refusal} refusal={refusal} onRetry={reload}>
        {null}
      </Panel>
    )
  return (
    <>
      <Marks account={account} />
      <FactsPanel userId={userId} createdAt={data.user?.createdAt} account={account} />
      <NamesPanel account={account} />
      <PermissionsPanel account={account} />
    </>
  )
}

interface AccountProps {
  readonly account: Account
}

/** What is in force about somebody. */
function Marks({ account: { suspension, deletionAt } }: AccountProps) {
  const { t, i18n } = useTranslation('staffPeople')
  return (
    <>
      {suspension && (
        <Alert color="red" variant="light" title={t('marks.suspended')}>
          <SuspensionText suspension={{ reason: suspension.reason, endsAt: suspension.endsAt ?? null }} />
        </Alert>
      )}
      {deletionAt && (
        <Alert color="red" variant="light" title={t('marks.underDeletion')}>
          {t('facts.erasedAt', { time: formatDateTime(i18n.language, deletionAt) })}
        </Alert>
      )}
    </>
  )
}

interface FactsProps extends AccountProps {
  readonly userId: string
  readonly createdAt: string | null | undefined
}

function FactsPanel({ userId, createdAt, account }: FactsProps) {
  const { t, i18n } = useTranslation('staffPeople')
  const timeOf = (time: string | null | undefined) => (time ? formatDateTime(i18n.language, time) : t('facts.never'))
  return (
    <Panel title={t('facts.title')}>
      <FactList
        facts={[
          [t('facts.id'), userId],
          [t('facts.username'), account.username],
          [t('facts.email'), account.email ?? t('facts.none')],
          [t('facts.isEmailVerified'), t(account.isEmailVerified ? 'facts.yes' : 'facts.no')],
          ...(account.pendingEmail ? [[t('facts.pendingEmail'), account.pendingEmail] as const] : []),
          [t('facts.createdAt'), timeOf(createdAt)],
          [t('facts.lastLoginAt'), timeOf(account.lastLoginAt)],
          [t('facts.lastActivityAt'), timeOf(account.lastActivityAt)],
          [t('facts.storage'), formatBytes(i18n.language, account.storage.usedBytes)],
        ]}
      />
    </Panel>
  )
}

function NamesPanel({ account }: AccountProps) {
  const { t } = useTranslation('staffPeople')
  const names = account.pastDisplayNames.edges.map(({ node }) => node)
  return (
    <Panel title={t('names.title')} empty={names.length === 0 ? t('names.none') : null}>
      <Stack component="ul" className="plainList" gap={4}>
        {names.map(({ id, displayName, updatedAt }) => (
          <Group component="li" key={id} justify="space-between">
            <Text size="sm">{displayName}</Text>
            <Ago time={updatedAt} />
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}

function PermissionsPanel({ account }: AccountProps) {
  const { t } = useTranslation('staffPeople')
  const permissions = account.permissions.edges.map(({ node }) => node)
  return (
    <Panel title={t('permissions.title')} empty={permissions.length === 0 ? t('permissions.none') : null}>
      <Text size="sm">{permissions.map(({ displayName }) => displayName).join(', ')}</Text>
    </Panel>
  )
}

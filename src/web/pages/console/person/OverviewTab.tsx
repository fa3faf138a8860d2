import { Alert, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { FactList } from '../../../components/FactList.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { SuspensionText } from '../../../components/SuspensionText.tsx'
import { formatBytes, formatDateTime } from '../../../formats.ts'
import type { AccountTabProps } from './AccountPage.tsx'

/** Who somebody is, and what is in force about them. */
export function OverviewTab({ person }: AccountTabProps) {
  const { t, i18n } = useTranslation('staffPeople')
  const { account } = person
  const timeOf = (time: string | null | undefined) => (time ? formatDateTime(i18n.language, time) : t('facts.never'))
  return (
    <>
      {account.suspension && (
        <Alert color="red" variant="light" title={t('marks.suspended')}>
          <SuspensionText
            suspension={{ reason: account.suspension.reason, endsAt: account.suspension.endsAt ?? null }}
          />
        </Alert>
      )}
      {account.deletionAt && (
        <Alert color="red" variant="light" title={t('marks.underDeletion')}>
          {t('facts.erasedAt', { time: timeOf(account.deletionAt) })}
        </Alert>
      )}
      <Panel title={t('facts.title')}>
        <FactList
          facts={[
            [t('facts.id'), person.id],
            [t('facts.username'), account.username],
            [t('facts.email'), account.email ?? t('facts.none')],
            [t('facts.isEmailVerified'), t(account.isEmailVerified ? 'facts.yes' : 'facts.no')],
            ...(account.pendingEmail ? [[t('facts.pendingEmail'), account.pendingEmail] as const] : []),
            [t('facts.createdAt'), timeOf(person.createdAt)],
            [t('facts.lastLoginAt'), timeOf(account.lastLoginAt)],
            [t('facts.lastActivityAt'), timeOf(account.lastActivityAt)],
            [t('facts.storage'), formatBytes(i18n.language, account.storage.usedBytes)],
          ]}
        />
      </Panel>
      <NamesPanel person={person} />
      <PermissionsPanel person={person} />
    </>
  )
}

type PersonProps = Pick<AccountTabProps, 'person'>

function NamesPanel({ person: { account } }: PersonProps) {
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

function PermissionsPanel({ person: { account } }: PersonProps) {
  const { t } = useTranslation('staffPeople')
  const permissions = account.permissions.edges.map(({ node }) => node)
  return (
    <Panel title={t('permissions.title')} empty={permissions.length === 0 ? t('permissions.none') : null}>
      <Text size="sm">{permissions.map(({ displayName }) => displayName).join(', ')}</Text>
    </Panel>
  )
}

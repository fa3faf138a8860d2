import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { FactList } from '../../../components/FactList.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { formatDateTime } from '../../../formats.ts'
import type { ConsolePersonSecurityQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import type { AccountTabProps } from './AccountPage.tsx'
import { ActDialog } from './ActDialog.tsx'
import { CONSOLE_PERSON_SECURITY } from './documents.ts'
import { LockList } from './LockList.tsx'

type User = NonNullable<ConsolePersonSecurityQuery['user']>
type Account = NonNullable<User['account']>

interface SecurityProps {
  readonly person: Pick<User, 'id' | 'displayName'>
  readonly account: Account
  readonly onChange: () => void
}

/** How somebody logs in, from where, and what keeps them from it. */
export function SecurityTab({ userId, onChange }: AccountTabProps) {
  const { t, i18n } = useTranslation('staffPeople')
  const { data, refusal, reload } = usePanel(CONSOLE_PERSON_SECURITY, { userId })
  useRepeatedly(reload)
  const person = data?.user
  if (!person?.account)
    return (
      <Panel title={t('locks.title')} isLoading={!refusal} refusal={refusal} onRetry={reload}>
        {null}
      </Panel>
    )
  const { account } = person
  const { twoFactorEnabledAt, unusedRecoveryCodes } = account
  const of = { person, account, onChange }
  return (
    <>
      <LocksPanel {...of} />
      <Panel title={t('factor.title')}>
        <FactList
          facts={[
            [
              t('factor.codes'),
              twoFactorEnabledAt ? formatDateTime(i18n.language, twoFactorEnabledAt) : t('factor.disabled'),
            ],
            [t('factor.recoveryCodes'), unusedRecoveryCodes],
          ]}
        />
      </Panel>
      <SessionsPanel {...of} />
      <PlacesPanel account={account} />
    </>
  )
}

function LocksPanel({ person, account, onChange }: SecurityProps) {
  const { t } = useTranslation('staffPeople')
  const [isLifted, setLifted] = useState(false)
  const locks = account.loginLocks
  return (
    <Panel
      title={t('locks.title')}
      empty={locks.length === 0 ? t('locks.none') : null}
      aside={
        locks.length > 0 && (
          <Button size="xs" onClick={() => setLifted(true)}>
            {t('acts.liftLock.title')}
          </Button>
        )
      }
    >
      <LockList locks={locks} />
      {isLifted && <ActDialog act="liftLock" person={person} onClose={() => setLifted(false)} onDone={onChange} />}
    </Panel>
  )
}

function SessionsPanel({ person, account, onChange }: SecurityProps) {
  const { t } = useTranslation('staffPeople')
  const [ended, setEnded] = useState<string | null>(null)
  const sessions = account.sessions.edges.map(({ node }) => node)
  return (
    <Panel title={t('sessions.title')} empty={sessions.length === 0 ? t('sessions.none') : null}>
      <Stack component="ul" className="plainList" gap="xs">
        {sessions.map(({ id, address, userAgent, createdAt, lastUsedAt, pendingFactors }) => (
          <Group component="li" key={id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <NetworkLink address={address} />
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {userAgent}
              </Text>
              <Group gap="xs">
                <Text size="xs">{t('sessions.since')}</Text>
                <Ago time={createdAt} />
                <Text size="xs">{t('sessions.used')}</Text>
                <Ago time={lastUsedAt} />
                {pendingFactors.length > 0 && <Text size="xs">{t('sessions.pending')}</Text>}
              </Group>
            </div>
            <Button size="xs" variant="default" onClick={() => setEnded(id)}>
              {t('sessions.end')}
            </Button>
          </Group>
        ))}
      </Stack>
      {ended && (
        <ActDialog
          act="endSessions"
          person={person}
          sessionId={ended}
          onClose={() => setEnded(null)}
          onDone={onChange}
        />
      )}
    </Panel>
  )
}

function PlacesPanel({ account }: Pick<SecurityProps, 'account'>) {
  const { t } = useTranslation('staffPeople')
  const places = account.loginPlaces
  return (
    <Panel title={t('places.title')} empty={places.length === 0 ? t('places.none') : null}>
      <Stack component="ul" className="plainList" gap={4}>
        {places.map(({ network, lastUsedAt }) => (
          <Group component="li" key={network} justify="space-between">
            <NetworkLink address={network} />
            <Ago time={lastUsedAt} />
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}

/** Leads to everybody who logs in from a network. */
const NetworkLink = ({ address }: { readonly address: string }) => (
  <RouteLink to="/console/people" search={{ address }} size="sm">
    {address}
  </RouteLink>
)

import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../../generated/index.ts'

const LOGIN_LOCK = graphql(`
  fragment ConsoleLoginLock on LoginLock {
    kind
    network
    attempts
    maxAttempts
    isInForce
    endsAt
  }
`)

/** Attempts that are counted, and since when no more are let through. */
export function LockList({ locks }: { readonly locks: readonly FragmentType<typeof LOGIN_LOCK>[] }) {
  const { t, i18n } = useTranslation('staffPeople')
  return (
    <Stack component="ul" className="plainList" gap="xs">
      {getFragmentData(LOGIN_LOCK, locks).map(({ kind, network, attempts, maxAttempts, isInForce, endsAt }) => (
        <Group component="li" key={`${kind} ${network ?? ''}`} gap="xs">
          <Text size="sm">{t(`locks.kinds.${kind}`)}</Text>
          {network && (
            <Text size="sm" c="dimmed">
              {network}
            </Text>
          )}
          <Badge variant="light" color={isInForce ? 'red' : 'gray'}>
            {t('locks.attempts', { count: attempts, most: maxAttempts })}
          </Badge>
          <Text size="xs" c="dimmed">
            {t(isInForce ? 'locks.lockedUntil' : 'locks.countedUntil', { time: formatDateTime(i18n.language, endsAt) })}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

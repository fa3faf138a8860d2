import { Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { useStorage } from '../../components/uploads/useStorage.ts'
import { formatBytes } from '../../formats.ts'

/** From this share on, little is left. */
const ALMOST_FULL = 0.9

/** How much of the storage is used, and what is left. */
export function StoragePanel() {
  const { t, i18n } = useTranslation('files')
  const { usedBytes, allowedBytes, leftBytes, refusal, reload } = useStorage()
  if (refusal) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (usedBytes === undefined) return <Skeleton h={64} radius="lg" aria-hidden />
  const size = (bytes: number) => formatBytes(i18n.language, bytes)
  const share = allowedBytes ? usedBytes / allowedBytes : 0
  return (
    <Paper component="section" aria-label={t('storage.title')} withBorder p="md" radius="lg">
      <Stack gap={6}>
        <Text size="sm" role="status">
          {allowedBytes === null
            ? t('storage.used', { used: size(usedBytes) })
            : t('storage.usedOf', { used: size(usedBytes), all: size(allowedBytes), left: size(leftBytes ?? 0) })}
        </Text>
        {allowedBytes !== null && (
          <Progress
            value={Math.min(100, 100 * share)}
            size="md"
            radius="xl"
            color={share > ALMOST_FULL ? 'red' : 'plaza'}
            aria-label={t('storage.bar')}
          />
        )}
      </Stack>
    </Paper>
  )
}

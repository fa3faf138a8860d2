import { Button, Code, Stack, Text, Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../graph/refusal.ts'
import { RefusalAlert } from './RefusalAlert.tsx'

/** Shown in place of a page whose script has failed, or could not be loaded. */
export function PageFault({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  const router = useRouter()
  if (error instanceof Refusal) return <RefusalAlert refusal={error} onRetry={() => void router.invalidate()} />
  return (
    <Stack align="center" py={80} px="md" gap="sm" role="alert">
      <Title order={1} size="h2" ta="center">
        {t('fault.title')}
      </Title>
      <Text c="dimmed" ta="center">
        {t('fault.text')}
      </Text>
      <Code>{error instanceof Error ? error.message : String(error)}</Code>
      <Button mt="sm" onClick={() => location.reload()}>
        {t('fault.reload')}
      </Button>
    </Stack>
  )
}

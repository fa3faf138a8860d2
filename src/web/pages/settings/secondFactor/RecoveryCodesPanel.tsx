import { Alert, Button, Code, Group, SimpleGrid, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../components/CopyButton.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { useAsk } from '../../../graph/useAsk.ts'
import { RECOVERY_CODES } from './documents.ts'

interface RecoveryCodesPanelProps {
  /** Whether the codes were just made, so that the person has not seen them yet. */
  readonly isNew: boolean
}

interface RecoveryCode {
  readonly code: string
  readonly isUsed: boolean
}

/** The codes that replace the app once each. They are read when the person asks for them, and are kept nowhere. */
export function RecoveryCodesPanel({ isNew }: RecoveryCodesPanelProps) {
  const { t } = useTranslation('settings')
  const { data, refusal, isBusy, ask, forget } = useAsk(RECOVERY_CODES)
  const codes = data?.viewer?.recoveryCodes
  // biome-ignore lint/correctness/useExhaustiveDependencies: new codes are shown once by themselves.
  useEffect(() => {
    if (isNew) ask({})
  }, [isNew])
  return (
    <Panel title={t('recovery.title')}>
      <Text size="sm">{t('recovery.text')}</Text>
      {isNew && codes && (
        <Alert color="yellow" variant="light" role="status" icon={<IconAlertTriangle aria-hidden />}>
          {t('recovery.keep')}
        </Alert>
      )}
      {refusal && <RefusalAlert refusal={refusal} />}
      {codes ? (
        <Codes codes={codes} onHide={forget} />
      ) : (
        <Group>
          <Button variant="default" loading={isBusy} onClick={() => ask({})}>
            {t('recovery.show')}
          </Button>
        </Group>
      )}
    </Panel>
  )
}

interface CodesProps {
  readonly codes: readonly RecoveryCode[]
  readonly onHide: () => void
}

function Codes({ codes, onHide }: CodesProps) {
  const { t } = useTranslation('settings')
  const usable = codes.filter(({ isUsed }) => !isUsed).map(({ code }) => code)
  const text = `${usable.join('\n')}\n`
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  return (
    <>
      <SimpleGrid component="ul" className="plainList" cols={{ base: 1, xs: 2 }} spacing="xs" maw={420}>
        {codes.map(({ code, isUsed }) => (
          <li key={code}>
            <Code
              fz="sm"
              td={isUsed ? 'line-through' : undefined}
              aria-label={isUsed ? t('recovery.used', { code }) : code}
            >
              {code}
            </Code>
          </li>
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {t('recovery.left', { count: usable.length })}
      </Text>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" component="a" href={href} download="plaza-recovery-codes.txt">
          {t('recovery.download')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onHide}>
          {t('recovery.hide')}
        </Button>
      </Group>
    </>
  )
}

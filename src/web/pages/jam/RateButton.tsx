import { Button, NumberInput, Slider, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import { formatNumber } from '../../formats.ts'
import type { JamEntryFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { RATE_JAM_ENTRY } from './documents.ts'
import { EntryPicture } from './EntryPicture.tsx'

const LOWEST = 0
const HIGHEST = 100
const STEP = 5

/** Rates an entry, or rates it anew. */
export function RateButton({ entry }: { readonly entry: JamEntryFragment }) {
  const { t, i18n } = useTranslation('jams')
  const [isOpen, dialog] = useDisclosure(false)
  const { viewerRating, content } = entry
  const isRated = viewerRating !== null && viewerRating !== undefined
  const label = isRated ? t('rate.rated', { rating: formatNumber(i18n.language, viewerRating) }) : t('rate.open')
  return (
    <>
      <Button
        size="compact-sm"
        variant={isRated ? 'default' : 'light'}
        leftSection={<IconStar size={16} aria-hidden />}
        aria-label={t('rate.of', { label, name: content?.name ?? '' })}
        onClick={dialog.open}
      >
        {label}
      </Button>
      {isOpen && <RateDialog entry={entry} onClose={dialog.close} />}
    </>
  )
}

interface RateDialogProps {
  readonly entry: JamEntryFragment
  readonly onClose: () => void
}

function RateDialog({ entry, onClose }: RateDialogProps) {
  const { t } = useTranslation('jams')
  const rate = useAct(RATE_JAM_ENTRY)
  const { form, refusal, isBusy, onSubmit } = useGraphForm<{ rating: number | string }>(
    { mode: 'controlled', initialValues: { rating: entry.viewerRating ?? '' } },
    async ({ rating }) => {
      await rate.attempt({ input: { submissionId: entry.id, rating: Number(rating) } })
      notifications.show({ message: t('rate.done') })
      onClose()
    },
  )
  const { rating } = form.values
  return (
    <Dialog title={t('rate.title', { name: entry.content?.name ?? '' })} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <EntryPicture content={entry.content} />
          {entry.description && <WrittenText text={entry.description} />}
          <Slider
            thumbLabel={t('rate.label')}
            min={LOWEST}
            max={HIGHEST}
            label={null}
            value={Number(rating)}
            onChange={(value) => form.setFieldValue('rating', value)}
          />
          <NumberInput
            label={t('rate.label')}
            description={t('rate.hint')}
            min={LOWEST}
            max={HIGHEST}
            step={STEP}
            clampBehavior="none"
            allowDecimal={false}
            withAsterisk
            data-autofocus
            {...form.getInputProps('rating')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Button type="submit" loading={isBusy} disabled={rating === ''}>
            {t('rate.save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

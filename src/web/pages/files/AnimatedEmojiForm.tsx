import { Button, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import type { ImageAnimationStyle, ImageLoopStyle, ImageMask, UploadImageInput } from '../../generated/graphql.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { EmojiStyleFields } from './EmojiStyleFields.tsx'
import { LOOP_STYLES } from './styles.ts'
import type { FilesOfKind } from './useFiles.ts'

interface Values extends Record<string, unknown> {
  /** Empty for none. */
  readonly uploadId: string
  /** A text while it is no number. */
  readonly frameCount: number | string
  readonly framesPerSecond: number | string
  readonly loopStyle: ImageLoopStyle
  readonly mask: ImageMask
  readonly animationStyle: ImageAnimationStyle | null
}

const EMPTY: Values = {
  uploadId: '',
  frameCount: '',
  framesPerSecond: '',
  loopStyle: 'LINEAR',
  mask: 'SQUARE',
  animationStyle: null,
}

/** What is not entered is left out, so that the server names it. */
const inputOf = ({ uploadId, frameCount, framesPerSecond, animationStyle, ...styles }: Values): UploadImageInput => ({
  ...{ purpose: 'ANIMATED_EMOJI', ...styles },
  ...(uploadId !== '' && { uploadId }),
  ...(typeof frameCount === 'number' && { frameCount }),
  ...(typeof framesPerSecond === 'number' && { framesPerSecond }),
  ...(animationStyle && { animationStyle }),
})

/** Makes an emoji of a sheet of frames. */
export function AnimatedEmojiForm({ files }: { readonly files: FilesOfKind }) {
  const { t } = useTranslation('files')
  const options = { name: 'animated-emoji', mode: 'controlled' as const, initialValues: EMPTY }
  const { form, refusal, isBusy, onSubmit } = useGraphForm<Values>(options, async (values) => {
    await files.upload(inputOf(values))
    form.reset()
    notifications.show({ message: t('emoji.added') })
  })
  const { mask, animationStyle } = form.values
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <UploadInput
          purpose="ANIMATED_EMOJI"
          label={t('fields.sheet')}
          description={t('hints.sheet')}
          required
          {...form.getInputProps('uploadId')}
        />
        <EmojiStyleFields
          mask={mask}
          animationStyle={animationStyle}
          onMask={(value) => form.setFieldValue('mask', value)}
          onAnimationStyle={(value) => form.setFieldValue('animationStyle', value)}
        >
          <NumberInput label={t('fields.frameCount')} required hideControls {...form.getInputProps('frameCount')} />
          <NumberInput
            label={t('fields.framesPerSecond')}
            required
            hideControls
            {...form.getInputProps('framesPerSecond')}
          />
          <NativeSelect
            label={t('fields.loopStyle')}
            data={LOOP_STYLES.map((value) => ({ value, label: t(`loops.${value}`) }))}
            {...form.getInputProps('loopStyle')}
          />
        </EmojiStyleFields>
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('emoji.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

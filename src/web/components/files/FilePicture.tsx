import { Box, Image } from '@mantine/core'
import { useInterval, useReducedMotion } from '@mantine/hooks'
import { useState } from 'react'
import type { FilePictureFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ownUrl } from '../ownUrl.ts'
import { CLIPS, frameAt, framesPerRow } from './frames.ts'

const FILE_PICTURE = graphql(`
  fragment FilePicture on File {
    id
    url
    thumbnailUrl
    mask
    frameCount
    framesPerSecond
    loopStyle
  }
`)

interface FilePictureProps {
  readonly file: FragmentType<typeof FILE_PICTURE>
  /** The whole picture, instead of a thumbnail. */
  readonly isLarge?: boolean
}

/** A picture as clients show it: cut to its shape, and animated if it has frames. */
export function FilePicture({ file, isLarge = false }: FilePictureProps) {
  const data = getFragmentData(FILE_PICTURE, file)
  const { url, thumbnailUrl, mask, frameCount, framesPerSecond } = data
  const clip = CLIPS[mask ?? 'SQUARE']
  if (url && frameCount && framesPerSecond)
    return <Frames url={ownUrl(url)} loopStyle={data.loopStyle} {...{ frameCount, framesPerSecond, clip }} />
  const shown = isLarge ? url : (thumbnailUrl ?? url)
  return (
    <Image
      src={shown ? ownUrl(shown) : null}
      alt=""
      loading={isLarge ? 'eager' : 'lazy'}
      fit={isLarge && !mask ? 'contain' : 'cover'}
      w="100%"
      h="100%"
      style={{ clipPath: clip }}
    />
  )
}

interface FramesProps extends Pick<FilePictureFragment, 'loopStyle'> {
  readonly url: string
  readonly frameCount: number
  readonly framesPerSecond: number
  /** As `clip-path` of CSS. */
  readonly clip: string
}

const SECOND = 1_000

/** The frames of a sheet one after the other; the first alone for who wants no motion. */
function Frames({ url, frameCount, framesPerSecond, loopStyle, clip }: FramesProps) {
  const isStill = useReducedMotion()
  const [step, setStep] = useState(0)
  useInterval(() => setStep((before) => before + 1), SECOND / framesPerSecond, { autoInvoke: true })
  const perRow = framesPerRow(frameCount)
  const frame = isStill ? 0 : frameAt(step, frameCount, loopStyle === 'PINGPONG')
  const placeOf = (index: number) => `${(100 * index) / (perRow - 1)}%`
  return (
    <Box
      w="100%"
      style={{
        aspectRatio: '1',
        clipPath: clip,
        backgroundImage: `url("${url}")`,
        backgroundSize: `${100 * perRow}%`,
        backgroundPosition: `${placeOf(frame % perRow)} ${placeOf(Math.floor(frame / perRow))}`,
      }}
    />
  )
}

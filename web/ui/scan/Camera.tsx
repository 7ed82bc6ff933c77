import { Button, Text } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { Detector } from './code-reader.ts';
import classes from './Scan.module.css';

type DetectorClass = new (options: { formats: string[] }) => Detector;

/** Formats on boxes, on parcel labels and on our labels. */
const formats = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'itf', 'qr_code', 'data_matrix'];
const lookEveryMs = 200;

/** The browser's own barcode reader; other browsers load one with the first use of the camera. */
async function openDetector(): Promise<Detector> {
  const Native = Reflect.get(window, 'BarcodeDetector') as DetectorClass | undefined;
  return Native ? new Native({ formats }) : (await import('./code-reader.ts')).createDetector();
}

/** The camera as a scanner: the first code that it reads is the result. The picture does not leave the device. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const [on, setOn] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!navigator.mediaDevices)
    return (
      <Text size="sm" c="dimmed">
        {t('scan.noCamera')}
      </Text>
    );
  return (
    <>
      <Button
        size="floor"
        variant="default"
        leftSection={on ? <IconCameraOff aria-hidden /> : <IconCamera aria-hidden />}
        onClick={() => {
          setFailed(false);
          setOn(!on);
        }}
      >
        {t(on ? 'scan.cameraOff' : 'scan.cameraOn')}
      </Button>
      {failed && (
        <Text size="sm" c="red" role="alert">
          {t('scan.cameraRefused')}
        </Text>
      )}
      {on && (
        <Picture
          onCode={onCode}
          onFailed={() => {
            setOn(false);
            setFailed(true);
          }}
        />
      )}
    </>
  );
}

function Picture({ onCode, onFailed }: { onCode: (code: string) => void; onFailed: () => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onCode, onFailed });
  latest.current = { onCode, onFailed };
  useEffect(() => watch(video.current, latest), []);
  return <video ref={video} className={classes.camera} muted playsInline aria-label={t('scan.picture')} />;
}

/** Reads frames until one contains a code or reading is stopped. */
function watch(
  video: HTMLVideoElement | null,
  latest: { current: { onCode: (code: string) => void; onFailed: () => void } },
): () => void {
  let stopped = false;
  let stream: MediaStream | undefined;
  const run = async () => {
    if (!video) return;
    const reader = await openDetector();
    if (stopped) return;
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    video.srcObject = stream;
    await video.play();
    while (!stopped) {
      const [found] = await reader.detect(video);
      if (found && !stopped) return latest.current.onCode(found.rawValue);
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  };
  const end = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  run()
    .catch(() => !stopped && latest.current.onFailed())
    .finally(end);
  return () => {
    stopped = true;
    end();
  };
}

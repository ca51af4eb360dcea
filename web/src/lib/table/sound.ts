// Small sounds made on the spot: no files, nothing to load.

let context: AudioContext | null = null;

export type Sound = "lay" | "draw" | "turn" | "win" | "refuse" | "knock";

/** Makes a sound. A browser that does not want one makes none. */
export function sound(which: Sound): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const at = context.currentTime + 0.01;
    if (which === "lay") rustle(context, at, 0.07, 1700, 0.22);
    else if (which === "draw") rustle(context, at, 0.12, 3200, 0.1);
    else if (which === "knock") tone(context, at, 150, 0.09, 0.25, "triangle");
    else if (which === "refuse") tone(context, at, 170, 0.14, 0.12, "sawtooth");
    else if (which === "turn") [659, 880].forEach((f, i) => tone(context as AudioContext, at + i * 0.09, f, 0.16, 0.08));
    else [523, 659, 784, 1047].forEach((f, i) => tone(context as AudioContext, at + i * 0.11, f, 0.3, 0.09));
  } catch {
    // No sound is no reason to stop a game.
  }
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, loud: number, type: OscillatorType = "sine"): void {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  source.connect(fading(audio, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

function rustle(audio: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i += 1) wave[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(audio, at, length, loud));
  source.start(at);
}

function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(audio.destination);
  return gain;
}

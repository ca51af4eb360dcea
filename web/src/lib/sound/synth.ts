// Makes sounds from their recipes with Web Audio: no files, and nothing that is fetched.

import { RECIPES, type Voice } from "./recipes";
import type { Cue } from "./sounds";

/** 18 decibels below the loudest that the device can do: a card table, not a fair. */
const LOUDEST = 10 ** (-18 / 20);

/** Nothing is heard below this; a curve that falls exponentially never reaches zero. */
const SILENCE = 0.0001;

export class Synth {
  private readonly audio = new AudioContext();
  private noise: AudioBuffer | null = null;

  /** Plays some sounds; `volume` is from 0 to 1. */
  play(cues: readonly Cue[], volume: number): void {
    const { audio } = this;
    if (audio.state === "suspended") void audio.resume();
    const master = audio.createGain();
    // Ears hear loudness by its square.
    master.gain.value = LOUDEST * volume ** 2;
    master.connect(audio.destination);
    const now = audio.currentTime + 0.01;
    for (const { sound, at } of cues)
      for (const voice of RECIPES[sound]) this.speak(voice, now + at / 1000 + voice.at, master);
  }

  private speak(voice: Voice, at: number, to: AudioNode): void {
    if (voice.is === "paper") this.paper(voice, at, to);
    else if (voice.is === "wood") this.tone(voice.pitch, voice.pitch * 0.6, voice.length, voice.loud, at, to);
    else {
      this.tone(voice.pitch, voice.pitch, voice.length, voice.loud, at, to);
      // The metal of the tongue, gone before the note is heard.
      this.tone(voice.pitch * 5.4, voice.pitch * 5.4, 0.05, voice.loud * 0.2, at, to);
    }
  }

  private tone(pitch: number, falls: number, length: number, loud: number, at: number, to: AudioNode): void {
    const source = this.audio.createOscillator();
    source.frequency.setValueAtTime(pitch, at);
    if (falls !== pitch) source.frequency.exponentialRampToValueAtTime(falls, at + length);
    source.connect(this.envelope(length, loud, at, false)).connect(to);
    source.start(at);
    source.stop(at + length);
  }

  private paper(voice: Extract<Voice, { is: "paper" }>, at: number, to: AudioNode): void {
    const source = this.audio.createBufferSource();
    source.buffer = this.hiss();
    const filter = this.audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.Q.value = 0.8;
    filter.frequency.setValueAtTime(voice.pitch, at);
    const shape = this.envelope(voice.length, voice.loud, at, voice.swells ?? false);
    if (voice.tears) this.tear(shape, filter, voice.length, voice.loud, at);
    source.connect(filter).connect(shape).connect(to);
    // Never the same piece of the noise twice in a row.
    source.start(at, Math.random() * 0.5, voice.length);
  }

  /** Fibre after fibre gives way, each with a crack of its own, brighter towards the end. */
  private tear(shape: GainNode, filter: BiquadFilterNode, length: number, loud: number, at: number): void {
    filter.frequency.exponentialRampToValueAtTime(4200, at + length);
    shape.gain.cancelScheduledValues(at);
    for (let t = 0; t < length - 0.01; t += 0.012)
      shape.gain.setValueAtTime(loud * (0.25 + 0.75 * Math.random()) * (1 - t / length / 2), at + t);
    shape.gain.setValueAtTime(SILENCE, at + length);
  }

  private envelope(length: number, loud: number, at: number, swells: boolean): GainNode {
    const shape = this.audio.createGain();
    const peak = swells ? at + length * 0.8 : at + 0.002;
    shape.gain.setValueAtTime(SILENCE, at);
    shape.gain.exponentialRampToValueAtTime(loud, peak);
    shape.gain.exponentialRampToValueAtTime(SILENCE, at + length);
    return shape;
  }

  /** A second of white noise, from which all paper is cut. */
  private hiss(): AudioBuffer {
    if (this.noise) return this.noise;
    const buffer = this.audio.createBuffer(1, this.audio.sampleRate, this.audio.sampleRate);
    const wave = buffer.getChannelData(0);
    for (let i = 0; i < wave.length; i += 1) wave[i] = Math.random() * 2 - 1;
    return (this.noise = buffer);
  }
}

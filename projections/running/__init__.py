"""The run over the log: pipeline, runner, building anew, writing."""
